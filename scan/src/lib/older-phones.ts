/** What the library of components calls and the oldest phones have not; what our own pages would need of that kind they do without. */
self.queueMicrotask ??= (task) => void Promise.resolve().then(task);
