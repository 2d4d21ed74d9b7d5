/** Whether this is a telephone by its user agent; a narrow window alone is not one. */
export const isPhone = (agent: string = navigator.userAgent): boolean =>
  /iPhone|iPod|Windows Phone|(Android|HarmonyOS|OpenHarmony).*Mobile|Mobile.*(Android|HarmonyOS|OpenHarmony)/i.test(
    agent,
  );
