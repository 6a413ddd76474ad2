import { Button, MantineProvider, Title } from '@mantine/core'
import styles from './connect-failed.module.css'
import { cssVariables, theme } from './theme.ts'

const explanations = {
  'no-session': {
    title: 'This window has no session',
    what: 'The engine answers, but it does not know this window. The token in an address works once, for one start.',
    action:
      'Open the address that `dewpoint serve` printed, with everything behind the #. If it was used already, start `dewpoint serve` again for a new one.',
  },
  unreachable: {
    title: 'The engine does not answer',
    what: 'This page is here, but the program behind it is not.',
    action: 'Start Dewpoint again; in a browser, open the address that `dewpoint serve` then prints.',
  },
} as const

/** The whole page when there is nothing to show: what happened and what to do. */
export function ConnectFailed({
  reason,
  detail,
}: {
  readonly reason: keyof typeof explanations
  readonly detail: string
}) {
  const { title, what, action } = explanations[reason]
  return (
    <MantineProvider theme={theme} cssVariablesResolver={cssVariables} defaultColorScheme="auto">
      <main className={styles.page}>
        <Title order={1} size="lg">
          {title}
        </Title>
        <p>{what}</p>
        <p>{action}</p>
        <p className={styles.detail}>{detail}</p>
        <Button onClick={() => location.reload()}>Try again</Button>
      </main>
    </MantineProvider>
  )
}
