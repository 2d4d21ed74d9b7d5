import type { Domain } from '../kit/http/domain.ts';
import { mountConsumer } from './consumer.ts';
import { mountBlack } from './black.ts';
import { mountRiskRule } from './risk-rule.ts';
import { mountConsumerConfig } from './consumer-config.ts';

/** Shoppers as staff see them. */
export const consumer = {
  mounts: [mountConsumer, mountBlack, mountRiskRule, mountConsumerConfig],
} satisfies Domain;
