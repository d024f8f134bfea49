import { circle, rect, svg } from './shapes.ts'

/** The looks of a person; colours are CSS colours. */
interface Looks {
  ground: string
  skin: string
  hair: string
  clothes: string
  cut: keyof typeof cuts
  beard?: 'full' | 'short' | 'moustache'
  glasses?: 'round' | 'square'
  collar?: 'shirt' | 'roll' | 'round'
  earrings?: string
}

const path = (d: string, fill: string, more = '') => `<path d="${d}" fill="${fill}" ${more}/>`

/** A colour with this share of black over it. */
const shaded = (d: string, part: number) => path(d, '#1b1020', `fill-opacity="${part}"`)

/** The face is 92 wide and 116 high around (128, 122). */
const face = 'M82 108C82 76 102 60 128 60S174 76 174 108C174 150 152 180 128 180S82 150 82 108Z'

/** Hair behind the head and over the forehead. */
const cuts = {
  short: {
    back: '',
    front:
      'M78 112C74 66 100 44 130 44C164 44 184 68 178 112C172 96 168 88 160 82C136 88 108 86 94 80C86 88 82 98 78 112Z',
  },
  parted: {
    back: '',
    front:
      'M78 116C70 66 100 40 132 42C168 42 186 70 178 116C174 98 170 90 164 84C146 84 120 78 108 62C104 78 88 92 78 116Z',
  },
  curls: {
    back: 'M70 122C58 100 66 76 80 68C82 48 106 38 122 42C142 32 168 42 174 62C192 70 198 98 186 122C180 138 172 132 170 118H86C84 132 76 138 70 122Z',
    front:
      'M80 104C78 78 96 66 112 74C120 62 140 64 146 74C162 66 180 80 176 104C168 90 158 88 150 92C140 84 124 86 116 92C104 86 90 90 80 104Z',
  },
  bob: {
    back: 'M66 168C60 88 82 42 128 42S196 88 190 168C176 176 164 174 160 168V110H96V168C92 174 80 176 66 168Z',
    front: 'M80 112C78 76 96 56 128 56S178 76 176 112C170 96 164 88 152 84C132 92 104 94 80 112Z',
  },
  long: {
    back: 'M60 232C62 150 58 44 128 42C198 44 194 150 196 232H150V150H106V232Z',
    front: 'M78 120C74 76 98 54 128 54S182 76 178 120C172 98 156 78 130 70C110 80 86 96 78 120Z',
  },
  bun: {
    back: 'M128 6a27 27 0 1 1 0 54a27 27 0 1 1 0-54Z',
    front: 'M79 116C74 74 98 50 128 50S182 74 177 116C170 92 152 78 128 76C104 78 86 92 79 116Z',
  },
  braid: {
    back: 'M170 120c22 22 20 46 10 60c10 12 8 30-4 44c-16-10-20-26-12-42c-10-16-8-40-2-58Z',
    front: 'M79 118C72 74 98 48 130 48S184 74 177 120C170 94 150 76 118 72C98 82 86 96 79 118Z',
  },
  fringe: {
    back: 'M68 150C64 84 86 44 128 44S192 84 188 150C180 156 170 154 166 148V108H90V148C86 154 76 156 68 150Z',
    front: 'M80 106C78 72 98 54 128 54S178 72 176 106C174 104 172 104 168 104H88C84 104 82 104 80 106Z',
  },
  bald: {
    back: '',
    front: '',
  },
  waves: {
    back: 'M62 196C50 172 66 150 62 126C60 76 86 40 128 40S196 76 194 126C190 150 206 172 194 196C182 208 168 200 162 188V116H94V188C88 200 74 208 62 196Z',
    front:
      'M79 116C76 78 94 54 126 54C160 54 182 78 177 116C172 100 160 92 148 90C136 84 130 74 128 66C120 86 98 92 79 116Z',
  },
} as const

const beards = {
  full: 'M82 112C84 158 104 190 128 190S172 158 174 112C170 132 160 140 150 138C140 132 116 132 106 138C96 140 86 132 82 112Z',
  short:
    'M86 132C92 164 108 182 128 182S164 164 170 132C162 148 152 150 146 144C136 138 120 138 110 144C104 150 94 148 86 132Z',
  moustache:
    'M104 146C112 138 122 138 128 142C134 138 144 138 152 146C144 152 134 150 128 147C122 150 112 152 104 146Z',
}

const collars = {
  shirt: '<path d="M100 206l28 22l28-22l10 14l-24 24l-14-14l-14 14l-24-24z" fill="#fff" fill-opacity=".88"/>',
  roll: '<path d="M102 184q26 14 52 0l4 30q-30 14-60 0z" fill="currentColor"/><path d="M102 184q26 14 52 0l2 12q-28 14-56 0z" fill="#fff" fill-opacity=".16"/>',
  round: '<path d="M96 208q32 30 64 0" fill="none" stroke="#fff" stroke-opacity=".5" stroke-width="7"/>',
}

const glassesOf = (kind: 'round' | 'square') => {
  const rims = 'fill="#fff" fill-opacity=".18" stroke="#262a33" stroke-width="4"'
  const lens = (x: number) =>
    kind === 'round'
      ? `<circle cx="${x}" cy="118" r="17" ${rims}/>`
      : `<rect x="${x - 18}" y="104" width="36" height="27" rx="7" ${rims}/>`
  return `${lens(107)}${lens(149)}<path d="M124 116q4-4 8 0" fill="none" stroke="#262a33" stroke-width="4"/>`
}

/** A portrait of a person, 256 pixels square: flat shapes, lit from the left. */
export const portrait = ({ ground, skin, hair, clothes, cut, beard, glasses, collar, earrings }: Looks) => {
  const { back, front } = cuts[cut]
  const eye = (x: number) => circle(x, 118, 4.6, '#22262f') + circle(x - 1.6, 116.4, 1.5, '#fff')
  const brow = (x: number) =>
    `<path d="M${x - 11} 103q11-7 22 0" fill="none" stroke="${hair}" stroke-width="4.5" stroke-linecap="round"/>`
  return svg(
    256,
    256,
    ground,
    circle(200, 60, 96, '#fff', 'fill-opacity=".14"'),
    back && path(back, hair) + shaded(back, 0.16),
    path('M28 256C30 218 62 206 104 200h48C194 206 226 218 228 256Z', clothes),
    shaded('M150 200h2C194 206 226 218 228 256H176Z', 0.1),
    rect(108, 164, 40, 46, skin, 'rx="18"'),
    shaded('M108 172q20 22 40 0v14q-20 18-40 2z', 0.12),
    collar ? `<g color="${clothes}">${collars[collar]}</g>` : '',
    circle(82, 122, 10, skin) + circle(174, 122, 10, skin),
    path(face, skin),
    shaded('M150 64C168 74 174 90 174 108C174 150 152 180 128 180C152 166 164 128 150 64Z', 0.07),
    circle(100, 140, 9, '#e2574c', 'fill-opacity=".16"') + circle(156, 140, 9, '#e2574c', 'fill-opacity=".16"'),
    beard && beard !== 'moustache' ? path(beards[beard], hair) : '',
    brow(107) + brow(149) + eye(107) + eye(149),
    '<path d="M128 120q-5 14 1 17" fill="none" stroke="#1b1020" stroke-opacity=".3" stroke-width="3.5" stroke-linecap="round"/>',
    '<path d="M114 154q14 11 28 0" fill="none" stroke="#8c2f33" stroke-width="4" stroke-linecap="round"/>',
    beard === 'moustache' ? path(beards.moustache, hair) : '',
    front ? path(front, hair) : '',
    glasses ? glassesOf(glasses) : '',
    earrings ? circle(80, 138, 4.5, earrings) + circle(176, 138, 4.5, earrings) : '',
  )
}

const [fair, light, tan, brown] = ['#fbdcc6', '#f3c6a5', '#e0a880', '#b97b56']
const [black, chestnut, auburn, blond, grey, dark] = ['#211d22', '#5a3622', '#9c4a26', '#d9b26a', '#9aa0a8', '#38271f']

/** The looks of everybody at the demo school, by their keys. */
export const looks: Record<string, Looks> = {
  olga: { ground: '#c9dcff', skin: light, hair: chestnut, clothes: '#1b3e8b', cut: 'bob', collar: 'shirt' },
  vera: { ground: '#ffe1b8', skin: fair, hair: grey, clothes: '#31404f', cut: 'bun', glasses: 'round', collar: 'roll' },
  krylova: { ground: '#cdeee0', skin: fair, hair: auburn, clothes: '#0f7b4c', cut: 'fringe', glasses: 'square' },
  roman: {
    ground: '#d9d5f7',
    skin: light,
    hair: dark,
    clothes: '#4b3f9c',
    cut: 'parted',
    beard: 'short',
    collar: 'shirt',
  },
  ilya: {
    ground: '#bfe3ff',
    skin: light,
    hair: chestnut,
    clothes: '#d7662a',
    cut: 'short',
    beard: 'short',
    collar: 'round',
  },
  maria: { ground: '#ffd4dc', skin: fair, hair: black, clothes: '#b3325a', cut: 'fringe', earrings: '#f5c542' },
  anna: { ground: '#e7efc8', skin: fair, hair: blond, clothes: '#5c7f2c', cut: 'long', collar: 'round' },
  dmitry: {
    ground: '#dfe3ea',
    skin: tan,
    hair: grey,
    clothes: '#4a5361',
    cut: 'short',
    beard: 'moustache',
    collar: 'shirt',
  },
  sofya: { ground: '#f5dcff', skin: light, hair: dark, clothes: '#7a3b9c', cut: 'curls', glasses: 'round' },
  timur: { ground: '#ffdcae', skin: tan, hair: black, clothes: '#a4371f', cut: 'parted', collar: 'roll' },
  ekaterina: { ground: '#cfeef2', skin: fair, hair: auburn, clothes: '#14707c', cut: 'braid', collar: 'round' },
  pavel: {
    ground: '#e9e2d2',
    skin: light,
    hair: dark,
    clothes: '#6a4a2d',
    cut: 'short',
    glasses: 'square',
    collar: 'shirt',
  },
  artyom: {
    ground: '#cfe0d8',
    skin: light,
    hair: blond,
    clothes: '#2c5b4a',
    cut: 'curls',
    beard: 'short',
    collar: 'round',
  },
  zarina: { ground: '#d6f0c9', skin: brown, hair: black, clothes: '#2f7d3c', cut: 'waves', earrings: '#e9eef6' },
  lev: {
    ground: '#efd9c9',
    skin: fair,
    hair: auburn,
    clothes: '#3b4d6b',
    cut: 'parted',
    glasses: 'round',
    collar: 'roll',
  },
  alexandra: { ground: '#ffe7a8', skin: light, hair: blond, clothes: '#256af4', cut: 'waves', collar: 'round' },
  gleb: { ground: '#e3d3be', skin: tan, hair: dark, clothes: '#7b5a33', cut: 'bald', beard: 'full', collar: 'round' },
  nina: { ground: '#dbe7ff', skin: fair, hair: chestnut, clothes: '#92a7c9', cut: 'bun', collar: 'round' },
}
