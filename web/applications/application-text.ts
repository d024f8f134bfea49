import { useState } from 'react'
import { useUser } from '#web/auth/session.ts'
import { readDevice, writeDevice } from '#web/ui/device-store.ts'
import { useDeviceDraft } from '#web/ui/use-device-draft.ts'

const guestKey = (programId: number) => `application:${programId}`

/** What a guest has typed for a course, kept on the device until it is sent: it survives registration and a reload. */
export const useGuestApplicationText = (programId: number) => useDeviceDraft(guestKey(programId), '')

/** What the signed-in student has typed for a course: whoever uses the device next finds nothing of it. */
export const useApplicationText = (programId: number) => {
  const user = useUser()
  return useDeviceDraft(`${guestKey(programId)}:${user?.id}`, '')
}

/** The same, beginning with what they have typed before they signed in. */
export const useContinuedApplicationText = (programId: number) => {
  const user = useUser()
  useState(() => {
    const [guest, own] = [guestKey(programId), `${guestKey(programId)}:${user?.id}`]
    const typed = readDevice<string>(guest)
    if (typed === null || readDevice(own) !== null) return
    writeDevice(own, typed)
    writeDevice(guest, null)
  })
  return useApplicationText(programId)
}
