/** Things with their own link preview. */
export const pictureKinds = ['program', 'project', 'user'] as const
export type PictureKind = (typeof pictureKinds)[number]

/** The address of the picture that messengers show beside a link. */
export const pictureOf = (kind: PictureKind, id: number) => `/og/${kind}-${id}.png`

/** The school's own, for everything else. */
export const sitePicture = '/og/site.png'
