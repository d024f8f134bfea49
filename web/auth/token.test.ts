import { afterEach, describe, expect, it, vi } from 'vitest'
import { dropToken, isLooking, lookWith, readToken, returnFromLook, storeToken } from '#web/auth/token.ts'

const closed = () => {
  throw new DOMException('The storage is closed.', 'SecurityError')
}

/** A storage that is full: nothing new gets in. */
const fullStorage = (kept: Record<string, string>) => ({
  getItem: (name: string) => kept[name] ?? null,
  setItem: closed,
  removeItem: (name: string) => void delete kept[name],
})

describe('the token', () => {
  afterEach(() => {
    dropToken()
    vi.unstubAllGlobals()
  })

  it('is none where the browser keeps nothing, and lasts as long as the page once somebody signs in', () => {
    vi.stubGlobal('localStorage', { getItem: closed, setItem: closed, removeItem: closed })
    expect(readToken()).toBeNull()
    expect(isLooking()).toBe(false)
    storeToken('one', false)
    expect(readToken()).toBe('one')
    lookWith('two')
    expect([readToken(), isLooking()]).toEqual(['two', true])
    expect(returnFromLook()).toBe(true)
    expect([readToken(), isLooking()]).toEqual(['one', false])
    dropToken()
    expect(readToken()).toBeNull()
  })

  it('is the newest one where there is no room for it', () => {
    const kept = { access_token: 'old' }
    vi.stubGlobal('localStorage', fullStorage(kept))
    storeToken('new', false)
    expect(readToken()).toBe('new')
    dropToken()
    expect(readToken()).toBeNull()
    expect(kept).toEqual({})
  })
})
