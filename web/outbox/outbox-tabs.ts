import type { Kind } from '#web/outbox/outbox-flag.ts'

interface Envelope {
  kind: Kind
  message: unknown
}

const channel = 'BroadcastChannel' in globalThis ? new BroadcastChannel('outbox') : null

/** How the tabs of one browser inform each other about entries of a kind. */
export const tabsOf = <Message>(kind: Kind) => ({
  tell: (message: Message) => channel?.postMessage({ kind, message } satisfies Envelope),
  listen: (listener: (message: Message) => void) =>
    channel?.addEventListener('message', ({ data }: MessageEvent<Envelope>) => {
      if (data.kind === kind) listener(data.message as Message)
    }),
})
