import fc from 'fast-check';
import './prepare-statements.ts';

// What a property failed by stands in the report itself, where reports of a run that keep no causes still have it.
const { TEST_SEED: seed } = process.env;
fc.configureGlobal({
  ...fc.readConfigureGlobal(),
  includeErrorInReport: true,
  ...(seed && { seed: Number(seed) }),
});
