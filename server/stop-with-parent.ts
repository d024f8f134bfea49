/**
 * Stops the server when the script that started it is gone. A script killed with -9 cannot forward a signal, but the
 * system closes its end of the channel. A server that was started without a channel keeps running.
 */
export const stopWithParent = (stop: () => void) => {
  if (!process.connected) return
  process.once('disconnect', stop)
  process.channel?.unref()
}
