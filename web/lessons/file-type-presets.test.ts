import { describe, expect, it } from 'vitest'
import { asFileType, otherTypes, toggleTypes, withOtherTypes } from '#web/lessons/file-type-presets.ts'

describe('allowed file types', () => {
  it('a typed extension is one, however it is written', () => {
    expect(['PDF', '*.pdf', ' .pdf ', 'image/*'].map(asFileType)).toEqual(['.pdf', '.pdf', '.pdf', 'image/*'])
  })

  it('shows apart what belongs to no chosen group', () => {
    expect(otherTypes(['image/*', '.fig', '.zip'])).toEqual(['.fig', '.zip'])
    expect(otherTypes(['.zip', '.rar', '.7z'])).toEqual([])
  })

  it('changes groups and the rest without touching each other', () => {
    expect(toggleTypes(['.fig', '.pdf'], ['.pdf'], false)).toEqual(['.fig'])
    expect(toggleTypes(['.fig'], ['image/*'], true)).toEqual(['.fig', 'image/*'])
    expect(withOtherTypes(['image/*', '.fig'], ['psd'])).toEqual(['image/*', '.psd'])
  })
})
