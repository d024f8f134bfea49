import { expect } from 'vitest'

/** One line of the text format of Prometheus: a name, labels, a number. */
const sample = /^([a-zA-Z_:][\w:]*)(?:\{(.*)\})? (-?[\d.]+(?:e[+-]?\d+)?|[+-]Inf|NaN|Nan)$/
const label = /([a-zA-Z_]\w*)="((?:[^"\\]|\\.)*)",?/g

const keyOf = (name: string, labels: Record<string, string>) =>
  JSON.stringify([name, Object.entries(labels).sort(([one], [other]) => (one < other ? -1 : 1))])

/**
 * Reads a page of metrics as Prometheus does: each line is well-formed, each metric is described once and before its
 * samples, and no sample is there twice.
 */
export const readMetrics = async (url: string) => {
  const response = await fetch(url)
  expect(response.status).toBe(200)
  expect(response.headers.get('content-type')).toMatch(/^text\/plain; version=0\.0\.4/)
  const text = await response.text()
  const values = new Map<string, number>()
  const described = new Set<string>()
  for (const line of text.split('\n').filter(Boolean)) {
    const [, type] = /^# TYPE (\S+) (?:counter|gauge|histogram|summary)$/.exec(line) ?? []
    if (type) {
      expect(described).not.toContain(type)
      described.add(type)
    }
    if (line.startsWith('#')) continue
    const [, name = '', labels = '', value] = sample.exec(line) ?? []
    expect(line).toMatch(sample)
    expect([...described].some((metric) => name === metric || name.startsWith(`${metric}_`))).toBe(true)
    const key = keyOf(name, Object.fromEntries([...labels.matchAll(label)].map(([, key, content]) => [key, content])))
    expect(values.has(key)).toBe(false)
    values.set(key, Number(value))
  }
  return { text, value: (name: string, labels: Record<string, string> = {}) => values.get(keyOf(name, labels)) }
}
