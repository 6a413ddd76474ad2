import { Alert, Button, Group, Modal, Text, TextInput } from '@mantine/core'
import { useState, useSyncExternalStore } from 'react'
import type { Session } from '../data/connection/host.ts'

/** Asks for a new address when the session has ended. What is on the page stays, and calls wait. */
export function SessionEnded({ session }: { readonly session: Session }) {
  const hasEnded = useSyncExternalStore(session.subscribe, session.hasEnded)
  const [address, setAddress] = useState('')
  const [fault, setFault] = useState<string | null>(null)
  const renew = async (): Promise<void> => {
    try {
      const isOpen = await session.renew(address)
      setFault(isOpen ? null : 'This address does not open a session. Use the newest one in the terminal.')
      if (isOpen) setAddress('')
    } catch {
      setFault('Dewpoint does not answer. Check that it is running.')
    }
  }
  return (
    <Modal
      opened={hasEnded}
      onClose={() => undefined}
      withCloseButton={false}
      closeOnEscape={false}
      closeOnClickOutside={false}
      title="The session has ended"
    >
      <form
        onSubmit={(event) => {
          event.preventDefault()
          void renew()
        }}
      >
        <Text size="sm" mb="sm">
          Sessions end after 12 hours without use, and after 7 days. Nothing on this page is lost. Paste the
          address that Dewpoint has just printed in the terminal, or open it in another tab and continue here.
        </Text>
        <TextInput
          label="Address"
          placeholder="http://127.0.0.1:…/#token=…"
          data-autofocus
          autoComplete="off"
          value={address}
          onChange={(event) => setAddress(event.currentTarget.value)}
        />
        {fault === null ? null : (
          <Alert color="red" mt="sm" role="alert">
            {fault}
          </Alert>
        )}
        <Group justify="flex-end" mt="md">
          <Button type="submit">Continue</Button>
        </Group>
      </form>
    </Modal>
  )
}
