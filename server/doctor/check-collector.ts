import { parseKeyPairsIntoRecord } from '@opentelemetry/core'
import type { Config } from '#server/config.ts'
import { type Finding, failure, fine, patienceMs, reasonOf } from '#server/doctor/checks.ts'
import { tracesUrl } from '#server/tracing/traces-url.ts'

/** Whether a collector of OpenTelemetry takes traces where the variables name one: sends it an empty batch. */
export const checkCollector = async (
  { otlpUrl }: Pick<Config, 'otlpUrl'>,
  headers: string | undefined,
): Promise<Finding[]> => {
  if (otlpUrl === null) return []
  try {
    const { ok, status } = await fetch(tracesUrl(otlpUrl), {
      method: 'POST',
      headers: { ...parseKeyPairsIntoRecord(headers), 'content-type': 'application/json' },
      body: '{"resourceSpans":[]}',
      signal: AbortSignal.timeout(patienceMs),
    })
    if (ok) return [fine('Сборщик OpenTelemetry принимает трассы.')]
    return [failure(`Сборщик OpenTelemetry ответил ${status}. Проверьте OTEL_EXPORTER_OTLP_ENDPOINT и его заголовки.`)]
  } catch (error) {
    return [
      failure(
        `Сборщик OpenTelemetry не отвечает: ${reasonOf(error)}. Запустите его или уберите OTEL_EXPORTER_OTLP_ENDPOINT.`,
      ),
    ]
  }
}
