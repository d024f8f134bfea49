import { threadId } from 'node:worker_threads'

/** Returns the thread that ran it. */
export const threadOf = () => threadId
