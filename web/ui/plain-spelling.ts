/** A text as it is compared when it is looked for: «Ёлка» is found by «елка». */
export const plainSpelling = (text: string) => text.toLowerCase().replaceAll('ё', 'е')
