/** The oldest browsers that the console is served to, as lists of features name them; 360 runs the engine of Chrome. */
export const browsers = { chrome: '100', edge: '100', firefox: '100', safari: '15.4' };

/** The same as the bundler takes them. */
export const targets: string[] = Object.entries(browsers).map(([name, version]) => name + version);
