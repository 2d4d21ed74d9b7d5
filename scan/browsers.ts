/** The oldest browsers that the phone's pages are served to, as lists of features name them; WeChat runs the engine of the phone. */
export const browsers = { chrome_android: '70', safari_ios: '13' };

/** The same as the bundler takes them. */
export const targets: string[] = Object.entries(browsers).map(([name, version]) => name.split('_')[0] + version);
