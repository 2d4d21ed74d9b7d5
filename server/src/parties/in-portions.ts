const portionSize = 500;

/** Completes the rows of a stream some hundreds at a time, so that what they lack is read by few queries. */
export async function* inPortions<Row, Full>(
  rows: AsyncIterable<Row>,
  complete: (portion: Row[]) => Promise<Full[]>,
): AsyncIterable<Full> {
  let portion: Row[] = [];
  for await (const row of rows) {
    portion.push(row);
    if (portion.length < portionSize) continue;
    yield* await complete(portion);
    portion = [];
  }
  yield* await complete(portion);
}
