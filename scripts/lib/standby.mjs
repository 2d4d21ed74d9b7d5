/** Loads the packages named to it ahead, so that the server it is then told to run has its own code left to load. */
process.once('message', (main) => import(main));
for (const name of JSON.parse(process.argv[2])) await import(name).catch(() => {});
