interface Point {
  x: number;
  y: number;
}

const mesh = 6;

/**
 * Tells after each stroke which share of a field is rubbed off. It is counted in a mesh of points: the picture itself is never
 * read back, which would hold up every stroke.
 */
export const scratched = (breadth: number, height: number, stroke: number): ((from: Point, to: Point) => number) => {
  const columns = Math.ceil(breadth / mesh);
  const rows = Math.ceil(height / mesh);
  const gone = new Uint8Array(columns * rows);
  const reach = stroke / 2;
  let count = 0;
  return (from, to) => {
    const length = (to.x - from.x) ** 2 + (to.y - from.y) ** 2;
    const first = (value: number): number => Math.max(0, Math.floor((value - reach) / mesh));
    const lastColumn = Math.min(columns - 1, Math.floor((Math.max(from.x, to.x) + reach) / mesh));
    const lastRow = Math.min(rows - 1, Math.floor((Math.max(from.y, to.y) + reach) / mesh));
    for (let row = first(Math.min(from.y, to.y)); row <= lastRow; row += 1)
      for (let column = first(Math.min(from.x, to.x)); column <= lastColumn; column += 1) {
        const at = row * columns + column;
        if (gone[at]) continue;
        const x = (column + 0.5) * mesh;
        const y = (row + 0.5) * mesh;
        const along = length
          ? Math.max(0, Math.min(1, ((x - from.x) * (to.x - from.x) + (y - from.y) * (to.y - from.y)) / length))
          : 0;
        const far = (x - from.x - along * (to.x - from.x)) ** 2 + (y - from.y - along * (to.y - from.y)) ** 2;
        if (far > reach * reach) continue;
        gone[at] = 1;
        count += 1;
      }
    return count / gone.length;
  };
};
