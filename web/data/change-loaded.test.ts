import {
  type InfiniteData,
  InfiniteQueryObserver,
  MutationObserver,
  QueryClient,
  QueryObserver,
} from '@tanstack/react-query'
import { expect, test } from 'vitest'
import { changeLoaded } from '#web/data/change-loaded.ts'

interface Thread {
  messages: string[]
  isLiked: boolean
}

const queryKey = ['thread']

/** A thread on screen, whose responses are sent by hand. */
const show = () => {
  const client = new QueryClient()
  const responses: ((thread: Thread) => void)[] = []
  const shown = new QueryObserver<Thread>(client, {
    queryKey,
    queryFn: () => new Promise((resolve) => responses.push(resolve)),
    initialData: { messages: [], isLiked: false },
    staleTime: Number.POSITIVE_INFINITY,
  })
  shown.subscribe(() => {})
  return { client, shown, responses, thread: () => shown.getCurrentResult().data }
}

const like = (thread: Thread) => ({ ...thread, isLiked: true })

test('a part that changes while a query is loaded again does not keep the rest of it old', async () => {
  const { client, shown, responses, thread } = show()
  void shown.refetch()
  changeLoaded(client, queryKey, like)
  expect(thread()).toEqual({ messages: [], isLiked: true })
  await expect.poll(() => responses).toHaveLength(2)
  // read before the change
  responses[0]?.({ messages: [], isLiked: false })
  responses[1]?.({ messages: ['Посмотрите на поля'], isLiked: true })
  await expect.poll(() => thread()).toEqual({ messages: ['Посмотрите на поля'], isLiked: true })
})

test('what a mutation has shown is not taken back before it is done', async () => {
  const { client, shown, responses, thread } = show()
  let finish = () => {}
  const mutation = new MutationObserver(client, {
    mutationFn: () => new Promise<void>((resolve) => (finish = resolve)),
    onMutate: () => changeLoaded(client, queryKey, like),
  })
  void shown.refetch()
  void mutation.mutate()
  await expect.poll(() => thread()?.isLiked).toBe(true)
  expect(responses).toHaveLength(1)
  finish()
  await expect.poll(() => responses).toHaveLength(2)
  responses[1]?.({ messages: ['Да'], isLiked: true })
  await expect.poll(() => thread()).toEqual({ messages: ['Да'], isLiked: true })
})

test('what is old stays old, and what is not loaded stays so', async () => {
  const { client, shown, responses } = show()
  await client.invalidateQueries({ queryKey, refetchType: 'none' })
  changeLoaded(client, queryKey, like)
  expect(client.getQueryState(queryKey)).toMatchObject({ isInvalidated: true, data: { isLiked: true } })
  expect(responses).toEqual([])
  shown.destroy()
  client.removeQueries({ queryKey })
  changeLoaded(client, queryKey, like)
  expect(client.getQueryState(queryKey)).toBeUndefined()
})

test('a further page that is under way arrives, beside what has changed meanwhile', async () => {
  const client = new QueryClient()
  const responses: ((page: string[]) => void)[] = []
  const shown = new InfiniteQueryObserver<string[], Error, InfiniteData<string[]>, string[], number>(client, {
    queryKey,
    queryFn: () => new Promise((resolve) => responses.push(resolve)),
    initialPageParam: 1,
    getNextPageParam: (_, pages) => pages.length + 1,
    initialData: { pages: [['Первый']], pageParams: [1] },
    staleTime: Number.POSITIVE_INFINITY,
  })
  shown.subscribe(() => {})
  const pages = () => shown.getCurrentResult().data?.pages
  const add = ({ pages, pageParams }: InfiniteData<string[]>) => ({
    pages: pages.map((page, index) => (index === 0 && !page.includes('Мой') ? [...page, 'Мой'] : page)),
    pageParams,
  })
  void shown.fetchNextPage()
  changeLoaded(client, queryKey, add)
  expect(pages()).toEqual([['Первый', 'Мой']])
  responses[0]?.(['Второй'])
  await expect.poll(pages).toEqual([['Первый', 'Мой'], ['Второй']])
  expect(responses).toHaveLength(1)
})
