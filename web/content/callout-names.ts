/** What the kinds of call-outs are called: on buttons, and for who hears the text. */
export const calloutNames = { info: 'На заметку', warn: 'Осторожно', ok: 'Совет' } as const
export type CalloutKind = keyof typeof calloutNames
