import { Box } from '#web/ui/layout.tsx'
import { ShownOnce } from '#web/ui/ShownOnce.tsx'

/** The recovery codes of a new second factor, shown this once. */
export const RecoveryCodes = ({ codes, onDone }: { codes: string[]; onDone: () => void }) => (
  <ShownOnce
    title="Сохраните запасные коды"
    hint="Если телефон потеряется, войти можно с запасным кодом. Каждый действует один раз, и больше мы их не покажем: распечатайте или сохраните там же, где пароли."
    text={codes.join('\n')}
    copied="Коды скопированы"
    onDone={onDone}
  >
    <Box as="ul" plain size={2} aria-label="Запасные коды">
      {codes.map((code) => (
        <li key={code}>
          <code>{code}</code>
        </li>
      ))}
    </Box>
  </ShownOnce>
)
