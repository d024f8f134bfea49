/** A rectangle; `more` are further attributes. */
export const rect = (x: number, y: number, width: number, height: number, fill: string, more = '') =>
  `<rect x="${x}" y="${y}" width="${width}" height="${height}" fill="${fill}" ${more}/>`

export const circle = (x: number, y: number, radius: number, fill: string, more = '') =>
  `<circle cx="${x}" cy="${y}" r="${radius}" fill="${fill}" ${more}/>`

/** A line through points. */
export const line = (points: readonly (readonly [x: number, y: number])[], stroke: string, width: number, more = '') =>
  `<path d="M${points.map(([x, y]) => `${x.toFixed(1)} ${y.toFixed(1)}`).join('L')}" fill="none" stroke="${stroke}" stroke-width="${width}" ${more}/>`

/** Numbers from 0 up to `count`. */
export const upTo = (count: number) => Array.from({ length: count }, (_, place) => place)

/** A picture of this size, in pixels. */
export const svg = (width: number, height: number, background: string, ...body: string[]) =>
  `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}">${rect(0, 0, width, height, background)}${body.join('')}</svg>`

/** A picture inside another, scaled to this width. */
export const placed = (picture: string, x: number, y: number, width: number) => {
  const [, fullWidth, fullHeight] = /width="(\d+)" height="(\d+)"/.exec(picture) ?? []
  const height = (width / Number(fullWidth)) * Number(fullHeight)
  return picture.replace(/width="\d+" height="\d+"/, `x="${x}" y="${y}" width="${width}" height="${height}"`)
}
