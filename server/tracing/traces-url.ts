/** Where a collector takes traces, by its address (OTLP specification, «OTLP/HTTP Request»). */
export const tracesUrl = (otlpUrl: string) => `${otlpUrl.replace(/\/$/, '')}/v1/traces`
