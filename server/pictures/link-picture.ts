/** Things with a picture of their own beside links to them. */
export const pictureKinds = ['program', 'project', 'user'] as const
export type PictureKind = (typeof pictureKinds)[number]

/** The address of the picture that stands beside a link in messengers. */
export const pictureOf = (kind: PictureKind, id: number) => `/og/${kind}-${id}.png`

/** The school's own, for whatever has none. */
export const sitePicture = '/og/site.png'
