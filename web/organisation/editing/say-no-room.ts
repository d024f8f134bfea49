import { toast } from '#web/ui/toasts.ts'

/**
 * A message that a list with as many entries as it may have gets no other before one is removed: what was added since may be
 * unpublished work, so it is not replaced unasked. `putBack` tries again to restore what was removed: it is kept nowhere
 * else, so its message stays long enough to remove another entry.
 */
export const sayNoRoom = (name: string, max: number, putBack?: () => void) => {
  const taken = max === 1 ? 'Место уже занято' : `Все ${max} мест уже заняты`
  toast({
    severity: 'warn',
    summary: putBack ? 'Вернуть некуда' : 'Добавить некуда',
    detail: `${taken}. Чтобы поставить «${name}», сначала уберите другое.`,
    ...(putBack ? { life: 30_000, action: { label: 'Вернуть', onClick: putBack } } : { life: 6000 }),
  })
}
