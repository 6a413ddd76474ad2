import { createTheme, type CSSVariablesResolver, type MantineColorsTuple } from '@mantine/core'

const accent: MantineColorsTuple = [
  '#eaf1fd',
  '#d3e2fb',
  '#a7c5f7',
  '#78a6f2',
  '#538ded',
  '#3c7ee9',
  '#2563c9',
  '#2058b5',
  '#184a9c',
  '#0d3b82',
]
const dark: MantineColorsTuple = [
  '#d9dce2',
  '#b9bfc9',
  '#9aa2ae',
  '#6c7480',
  '#3d444f',
  '#2b3038',
  '#21252b',
  '#15171b',
  '#111316',
  '#0c0e10',
]

const small = { defaultProps: { size: 'xs' } }

/** Mantine theme of the workbench: 13 px text, 12 px in tables, more on a wide screen, 6 px radii, one accent, no motion. */
export const theme = createTheme({
  primaryColor: 'accent',
  primaryShade: { light: 6, dark: 6 },
  colors: { accent, dark },
  fontFamily: 'system-ui, -apple-system, "Segoe UI", Roboto, "Noto Sans", "DejaVu Sans", sans-serif',
  fontFamilyMonospace: 'var(--font-mono)',
  fontSizes: { xs: 'var(--type-small)', sm: 'var(--type)', md: 'var(--type)', lg: '15px', xl: '18px' },
  fontWeights: { regular: '400', medium: '500', bold: '600' },
  lineHeights: {
    xs: 'var(--leading-small)',
    sm: 'var(--leading)',
    md: 'var(--leading)',
    lg: '22px',
    xl: '24px',
  },
  spacing: { xs: '4px', sm: '8px', md: '12px', lg: '16px', xl: '24px' },
  radius: { xs: '4px', sm: '6px', md: '6px', lg: '6px', xl: '6px' },
  defaultRadius: 'sm',
  respectReducedMotion: true,
  cursorType: 'pointer',
  components: {
    ActionIcon: { defaultProps: { size: 'md', variant: 'subtle', color: 'gray' } },
    Button: { defaultProps: { size: 'xs', fw: 500 } },
    InputWrapper: {
      styles: { label: { fontWeight: 500 }, description: { fontSize: 11, lineHeight: '16px' } },
    },
    Checkbox: small,
    // A list of options is drawn while it is open: closed ones were two fifths of all elements of a form.
    Combobox: { defaultProps: { keepMounted: false } },
    Modal: {
      defaultProps: {
        transitionProps: { duration: 0 },
        centered: true,
        closeButtonProps: { 'aria-label': 'Close' },
      },
    },
    Notification: {
      defaultProps: { closeButtonProps: { 'aria-label': 'Dismiss' } },
      // Its own grey is too pale to be read on white.
      styles: { description: { color: 'var(--muted)' } },
    },
    NumberInput: small,
    PasswordInput: small,
    SegmentedControl: { defaultProps: { size: 'xs', withItemsBorders: false } },
    Select: { defaultProps: { size: 'xs', comboboxProps: { transitionProps: { duration: 0 } } } },
    Switch: small,
    Table: {
      defaultProps: { borderColor: 'var(--line)', fz: 'xs', verticalSpacing: 4, horizontalSpacing: 12 },
    },
    Textarea: small,
    TextInput: small,
    Tooltip: { defaultProps: { openDelay: 400, transitionProps: { duration: 0 }, fz: 'xs' } },
  },
})

const shared = {
  '--mantine-color-body': 'var(--ground)',
  '--mantine-color-text': 'var(--text)',
  '--mantine-color-dimmed': 'var(--muted)',
  '--mantine-color-default': 'var(--raised)',
  '--mantine-color-default-hover': 'var(--hover)',
  '--mantine-color-default-border': 'var(--line-strong)',
  '--mantine-color-default-color': 'var(--text)',
  '--mantine-color-placeholder': 'var(--faint)',
  '--mantine-color-error': 'var(--bad)',
  '--mantine-color-anchor': 'var(--accent)',
}

/** Points Mantine's own colours at those of theme.css, so that a scheme is defined in one place. */
export const buildCssVariables: CSSVariablesResolver = () => ({ variables: {}, light: shared, dark: shared })
