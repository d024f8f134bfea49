interface CallParts {
  params?: unknown
  query?: unknown
}

/** The address of a call: its path with the parameters filled in, and its query without empty values. */
export const callAddress = (path: string, { params, query }: CallParts) => {
  const filled = path.replace(/\{(\w+)\}/g, (_, key: string) =>
    encodeURIComponent(String((params as Record<string, unknown>)[key])),
  )
  const entries = Object.entries((query ?? {}) as Record<string, unknown>).filter(
    ([, value]) => value != null && value !== '',
  )
  return entries.length
    ? `${filled}?${new URLSearchParams(entries.map(([key, value]) => [key, String(value)]))}`
    : filled
}
