// @vitest-environment happy-dom
import 'fake-indexeddb/auto'
import { Editor } from '@tiptap/core'
import { createElement, useState } from 'react'
import { afterEach, beforeEach, expect, test } from 'vitest'
import type { CurrentUser } from '#contract/auth/auth.schema.ts'
import type { StoredFile } from '#contract/files/files.schema.ts'
import { draw, endDrawn, settle } from '#web/app/drawn.fixture.ts'
import { endSession, startSession } from '#web/auth/session.ts'
import { textExtensions } from '#web/editor/extensions.ts'
import { writeHtml } from '#web/editor/html.ts'
import { UploadPlaces } from '#web/editor/upload-places.ts'
import { useFilesInText } from '#web/editor/use-files-in-text.ts'
import { keepEntry, listEntries } from '#web/outbox/outbox-entries.ts'
import type { KeptUpload } from '#web/uploads/upload.ts'

const film = `/files/${'1'.repeat(32)}`
const captions: StoredFile = {
  id: '2'.repeat(32),
  name: 'любое имя.vtt',
  type: 'text/vtt',
  size: 6,
  url: `/files/${'2'.repeat(32)}?expires=1`,
}

const newEditor = () =>
  new Editor({
    element: document.createElement('div'),
    extensions: [...textExtensions('lesson'), UploadPlaces],
    content: `<video src="${film}" data-name="Разбор.mp4"></video><p>После</p>`,
  })

interface Page {
  editor: Editor
  files: ReturnType<typeof useFilesInText>
}

const Text = ({ page }: { page: Partial<Page> }) => {
  const [editor] = useState(newEditor)
  Object.assign(page, { editor, files: useFilesInText(editor, 'lesson:1') })
  return null
}

/** Opens a page with the text. */
const open = async () => {
  const page: Partial<Page> = {}
  await draw(() => createElement(Text, { page }))
  return page as Page
}

const signIn = () => startSession({ user: { id: 1, role: { slug: 'teacher' } } as CurrentUser, access_token: 'token' })

beforeEach(() => {
  const request = async (...given: unknown[]) => (given.at(-1) as () => Promise<unknown>)()
  Object.defineProperty(navigator, 'locks', { value: { request }, configurable: true })
})
afterEach(async () => {
  await endDrawn()
  endSession()
})

test('captions that an earlier page began to send go to the film they were chosen for', async () => {
  signIn()
  const before = await open()
  await settle(() => before.files.addCaptions(film, [new File(['WEBVTT'], captions.name, { type: captions.type })]))
  const kept = () => listEntries<KeptUpload>('upload', 1)
  await expect.poll(async () => (await kept()).length).toBe(1)
  before.editor.destroy()
  await endDrawn()
  endSession()

  const [upload] = await kept()
  if (!upload) throw new Error('The device keeps nothing')
  await keepEntry(upload.id, { ...upload.value, file: captions })
  signIn()
  const { editor } = await open()
  const written = async () => {
    await settle(() => {})
    return writeHtml(editor.state.doc)
  }
  await expect.poll(written).toContain(`<track src="/files/${captions.id}"></video><p>После</p>`)
  editor.destroy()
})
