import { type MutateOptions, type UseMutationOptions, useMutation } from '@tanstack/react-query'
import { useCallback } from 'react'
import { currentUser, isSomebodyElse } from '#web/auth/session.ts'

type OfCall<Data, Given, Context> = Omit<MutateOptions<Data, Error, Given, Context>, 'onError'> & {
  onError?: (error: Error) => void
}

/**
 * TanStack Query's `useMutation`, but for `onError` of a call, which is called for each of several calls, and after the
 * component is gone: its own would drop the failure of a page or dialog that was left. Not shown to somebody who has
 * signed in meanwhile.
 */
export const useLastingMutation = <Data, Given, Context = unknown>(
  options: UseMutationOptions<Data, Error, Given, Context>,
) => {
  const mutation = useMutation(options)
  const { mutateAsync } = mutation
  const mutate = useCallback(
    (given: Given, { onError, ...others }: OfCall<Data, Given, Context> = {}) => {
      const person = currentUser()?.id
      mutateAsync(given, others).catch((error) => isSomebodyElse(person) || onError?.(error))
    },
    [mutateAsync],
  )
  return { ...mutation, mutate }
}
