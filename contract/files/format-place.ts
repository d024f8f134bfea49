const two = (value: number) => String(value).padStart(2, '0')

/** A place in a film: «12:03», «1:02:03». */
export const formatPlace = (seconds: number) => {
  const whole = Math.floor(seconds)
  const hours = Math.floor(whole / 3600)
  const minutes = Math.floor((whole % 3600) / 60)
  return hours > 0 ? `${hours}:${two(minutes)}:${two(whole % 60)}` : `${minutes}:${two(whole % 60)}`
}
