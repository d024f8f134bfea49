import { endOnSignal } from '#server/end-on-signal.ts'
import { makeCurator } from '#server/make-curator.ts'
import { explain } from '#server/start-errors.ts'

endOnSignal()

/** `npm run curator -- EMAIL`: adds the first curator, see `makeCurator`. */
try {
  console.log(await makeCurator(process.argv[2], process.env))
} catch (error) {
  console.error(error instanceof Error && !('code' in error) && !error.cause ? error.message : explain(error))
  process.exitCode = 1
}
