export interface Position {
  lng: number;
  lat: number;
}

/** Where the phone is, in WGS-84; null where it does not say within ten seconds. */
export const findPosition = (): Promise<Position | null> =>
  new Promise((resolve) => {
    if (!window.isSecureContext || !('geolocation' in navigator)) return resolve(null);
    navigator.geolocation.getCurrentPosition(
      ({ coords }) => resolve({ lng: coords.longitude, lat: coords.latitude }),
      () => resolve(null),
      { enableHighAccuracy: true, timeout: 10_000, maximumAge: 30_000 },
    );
  });
