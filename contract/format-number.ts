/**
 * A number in Russian: «1 234,5», with hard spaces. Like `toLocaleString('ru')`, whose first use takes a browser 15 ms
 * or more: every first page would wait for it.
 */
export const formatNumber = (value: number, maxDigits = 3) => {
  const [whole = '', fraction] = String(Number(Math.abs(value).toFixed(maxDigits))).split('.')
  const grouped = whole.replace(/\B(?=(\d{3})+$)/g, '\u00a0')
  const text = fraction ? `${grouped},${fraction}` : grouped
  return value < 0 && /[1-9]/.test(text) ? `-${text}` : text
}
