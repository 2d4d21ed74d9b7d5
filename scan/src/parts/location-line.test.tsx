import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { settle } from '../../test/answers.ts';
import { showOn } from '../../test/show.tsx';
import { LocationLine } from './location-line.tsx';

type Line = Parameters<typeof LocationLine>[0];
const locationLine = (city: Line['city'], isWanted: boolean, send: Line['send']) =>
  showOn('div', <LocationLine city={city} isWanted={isWanted} send={send} />);

type Found = (position: { coords: { longitude: number; latitude: number } }) => void;

const device = (getCurrentPosition: (found: Found, refused: (error: Error) => void) => void): void => {
  vi.stubGlobal('isSecureContext', true);
  vi.stubGlobal('navigator', { geolocation: { getCurrentPosition } });
};
const chengdu: Parameters<Found>[0] = { coords: { longitude: 104.06, latitude: 30.67 } };

describe('location', () => {
  let sent: number[][];
  const send = async (...place: number[]): Promise<string | null> => {
    sent.push(place);
    return '成都市';
  };
  beforeEach(() => void (sent = []));
  afterEach(() => void vi.unstubAllGlobals());

  it('is asked for on a tap only, sent once, and its city shown', async () => {
    device((found) => found(chengdu));
    const line = locationLine(null, false, send);
    await settle();
    expect(sent).toEqual([]);
    expect(line.textContent).toBe('未知提供位置');
    line.querySelector('button')!.click();
    await settle();
    expect(sent).toEqual([[104.06, 30.67]]);
    expect(line.textContent).toBe('成都市');
    expect(line.querySelector('button')).toBeNull();
  });

  it('is asked for at once when the server wants it', async () => {
    device((found) => found(chengdu));
    locationLine(null, true, send);
    await settle();
    expect(sent).toHaveLength(1);
  });

  it('stays what it was when the shopper refuses', async () => {
    device((_found, refused) => refused(new Error('denied')));
    const line = locationLine('重庆市', false, send);
    line.querySelector('button')!.click();
    await settle();
    expect(line.textContent).toBe('重庆市提供位置');
    expect(sent).toEqual([]);
  });

  it('has no button where nobody wants to know', () => {
    device((found) => found(chengdu));
    expect(locationLine('重庆市', false, null).textContent).toBe('重庆市');
  });

  it('has no button where the device cannot tell', () => {
    vi.stubGlobal('isSecureContext', false);
    expect(locationLine('重庆市', false, send).querySelector('button')).toBeNull();
  });
});
