import { queryOptions } from '@tanstack/react-query'
import { notificationSettingsApi } from '#contract/notifications/notification-settings.api.ts'
import { q } from '#web/data/endpoint-query.ts'
import { findPush } from '#web/notifications/push.ts'

/** Which events reach a person, and how. */
export const settingsQuery = (id: number) => q(notificationSettingsApi.get, { params: { id } })

/** The state of push messages in this browser, which changes outside of the page. */
export const pushQuery = (userId: number) =>
  queryOptions({ queryKey: ['push', userId], queryFn: () => findPush(userId), staleTime: 0 })
