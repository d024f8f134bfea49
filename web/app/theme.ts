import { createTheme } from '@mantine/core'

/** Heights of buttons, in rem; other sizes are Mantine's. */
const buttonHeights: Record<string, string> = { xs: '1.875rem', sm: '2.25rem', md: '2.5rem', lg: '3rem' }

/** Dialogs and tooltips come and go without a transition. */
const atOnce = { duration: 0 }

/** What Mantine has to know in script; the values themselves are in `tokens.css`. */
export const theme = createTheme({
  primaryColor: 'blue',
  primaryShade: 5,
  colors: {
    blue: [
      '#eef4ff',
      '#dbe7ff',
      '#bed5ff',
      '#92b9ff',
      '#5c92fc',
      '#256af4',
      '#1c57d6',
      '#1a47ac',
      '#1b3e8b',
      '#1c376f',
      '#142347',
    ],
  },
  fontFamily: 'Onest, system-ui, sans-serif',
  defaultRadius: 'md',
  cursorType: 'pointer',
  respectReducedMotion: true,
  components: {
    Button: {
      defaultProps: { size: 'md' },
      styles: { label: { fontWeight: 550 } },
      vars: (_theme: unknown, { size = 'md' }: { size?: string | number }) => ({
        root: buttonHeights[size] ? { '--button-height': buttonHeights[size], '--button-padding-x': '1rem' } : {},
      }),
    },
    Input: { defaultProps: { size: 'md' } },
    InputWrapper: { defaultProps: { size: 'md' } },
    Tooltip: {
      defaultProps: {
        maw: '12.5rem',
        multiline: true,
        withArrow: true,
        transitionProps: atOnce,
      },
    },
    Modal: {
      defaultProps: {
        centered: true,
        padding: 'lg',
        radius: 'lg',
        transitionProps: atOnce,
        closeButtonProps: { 'aria-label': 'Закрыть' },
        overlayProps: { backgroundOpacity: 0.45 },
      },
      styles: { title: { fontSize: 'var(--t-7)', fontWeight: 620, lineHeight: 1.3 } },
    },
    // a `header` at the end of the body would count as a second banner of the page
    ModalHeader: { defaultProps: { role: 'presentation' } },
    DrawerHeader: { defaultProps: { role: 'presentation' } },
    Drawer: {
      defaultProps: { closeButtonProps: { 'aria-label': 'Закрыть' }, overlayProps: { backgroundOpacity: 0.45 } },
    },
    // opened by a key it shows at once where the focus is: on its first item, not on a part that nobody sees
    Menu: { defaultProps: { withInitialFocusPlaceholder: false } },
    Paper: { defaultProps: { radius: 'lg' } },
    // its own greys are glaring in the dark, beside the cards that follow it, and hardly to be seen in the light
    Skeleton: {
      defaultProps: { radius: 'md' },
      styles: { root: { '--mantine-color-dark-4': 'var(--line)', '--mantine-color-gray-3': 'var(--line-2)' } },
    },
  },
})
