import { expect, it } from 'vitest'
import { separateTags } from '#web/projects/separate-tags.ts'

it('a list that came as one tag is several tags', () => {
  expect(separateTags(['плакат', 'постер, типографика; сетка\nПлакат', ' ', 'журнал,'])).toEqual([
    'Плакат',
    'постер',
    'типографика',
    'сетка',
    'журнал',
  ])
})
