import { readJson } from '#web/app/config.ts'

/** What the server drew this document from, and at which address; null where it drew only the spinner. */
export const servedPage =
  typeof document === 'undefined' ? null : readJson<{ path: string; answers: Record<string, unknown> }>('data')
