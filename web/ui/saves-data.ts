/** The reader has asked the browser to load no more than is needed. */
export const savesData = () => (navigator as { connection?: { saveData?: boolean } }).connection?.saveData === true
