/** The names of the kinds of call-outs: on buttons, and for screen readers. */
export const calloutNames = { info: 'На заметку', warn: 'Осторожно', ok: 'Совет' } as const
export type CalloutKind = keyof typeof calloutNames
