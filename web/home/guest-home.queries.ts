import { homeApi } from '#contract/home/home.api.ts'
import { q } from '#web/data/endpoint-query.ts'

// Apart from the other queries of main pages: the header of every page reads it, and would load theirs as well.

/** The guests' main page. */
export const guestHome = q(homeApi.get)
