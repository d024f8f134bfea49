/** Max length of the text of a note, in characters. */
export const maxNoteText = 20_000

/** Max quotations in a note. */
export const maxHighlights = 200

/** Max length of a quotation, in characters: as much of a text as a remark names. */
export const maxQuote = 2000

/** Max length of what is written about a quotation, in characters. */
export const maxHighlightText = 2000
