import { z } from 'zod'
import { russianSentences } from '#contract/http/russian-sentences.ts'

/** Import this file wherever zod's messages are shown to people. */
z.config({ customError: russianSentences })
