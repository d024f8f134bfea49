/** Speed is that of the last seconds, so that it follows the network without trembling. In milliseconds. */
const spanMs = 5000
/** After less time it would be a guess. */
const minSpanMs = 800

/**
 * Measures how fast something goes: call it with the bytes so far, it returns bytes a second, or null while it is too
 * early.
 */
export const createSpeedometer = (now: () => number = () => performance.now()) => {
  let samples: { at: number; bytes: number }[] = []
  return (bytes: number): number | null => {
    const at = now()
    // the server had less than we thought: begin again
    if (bytes < (samples.at(-1)?.bytes ?? 0)) samples = []
    samples.push({ at, bytes })
    while (samples.length > 2 && at - (samples[1] as { at: number }).at >= spanMs) samples.shift()
    const first = samples[0] as { at: number; bytes: number }
    const time = at - first.at
    return time < minSpanMs ? null : ((bytes - first.bytes) / time) * 1000
  }
}
