import { Button, FileButton, Group, TextInput } from '@mantine/core'
import { IconFileImport } from '@tabler/icons-react'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import type { ImportedPreset } from '../../../../shared/methods/presets-contract.ts'
import { useEngine } from '../../../data/engine-context.ts'
import { toProblem } from '../../../data/to-problem.ts'
import { useRefresh } from '../../../data/use-refresh.ts'
import { ErrorPanel } from '../../../ui/components/error-panel.tsx'
import { Block, Column, Note, Row } from '../../../ui/layout/layout.tsx'
import type { PresetController } from './use-preset-controller.ts'

type ChosenFile = { readonly name: string; readonly text: string }

/** Imports a preset from a file, under another id where a built-in one has its id. */
export function ImportPresetForm({ controller }: { readonly controller: PresetController }) {
  const [file, setFile] = useState<ChosenFile | null>(null)
  const [id, setId] = useState('')
  const take = useImport(controller)
  const problem = take.isError ? toProblem(take.error) : null
  const choose = async (chosen: File | null): Promise<void> => {
    if (chosen === null) return
    const read = { name: chosen.name, text: await chosen.text() }
    setFile(read)
    take.mutate({ file: read, as: '' })
  }
  return (
    <Column
      component="form"
      gap="md"
      onSubmit={(event) => {
        event.preventDefault()
        if (file !== null) take.mutate({ file, as: id.trim() })
      }}
    >
      <Block component="p">
        A preset file exported from Dewpoint. If you have a preset with the same id, it becomes the next
        version of that preset.
      </Block>
      <Group gap="sm">
        <FileButton accept="application/json,.json" onChange={(chosen) => void choose(chosen)}>
          {(props) => (
            <Button
              {...props}
              data-autofocus
              variant={file === null ? 'filled' : 'default'}
              loading={take.isPending}
              leftSection={<IconFileImport size={14} aria-hidden />}
            >
              Choose file
            </Button>
          )}
        </FileButton>
        <Note component="span">{file?.name ?? 'No file chosen.'}</Note>
      </Group>
      {problem !== null && <ErrorPanel problem={problem} />}
      {problem?.where === 'id' && (
        <Row align="flex-end">
          <TextInput
            label="Import under another id"
            description="Lowercase letters, digits and dashes"
            value={id}
            onChange={(event) => setId(event.currentTarget.value)}
          />
          <Button type="submit" disabled={id.trim() === ''} loading={take.isPending}>
            Import
          </Button>
        </Row>
      )}
    </Column>
  )
}

function useImport(controller: PresetController) {
  const { client } = useEngine()
  const refresh = useRefresh()
  return useMutation({
    mutationFn: async ({ file, as }: { readonly file: ChosenFile; readonly as: string }) => {
      const imported = await client.presets.import({ text: file.text, ...(as === '' ? {} : { as }) })
      await refresh('presets')
      const isHere = imported.preset.providerId === controller.provider.id
      // Settings that are saved nowhere are not replaced unasked.
      if (isHere && controller.matched !== null) controller.apply(imported.preset)
      const elsewhere = isHere ? '' : ` It is a preset of ${imported.preset.providerId}.`
      const read = (imported.notes ?? []).map((note) => ` ${note}`).join('')
      controller.done(`${describeImport(imported)}${elsewhere}${read}`, 'presets')
    },
  })
}

function describeImport({ preset, result }: ImportedPreset): string {
  switch (result) {
    case 'created':
      return `Imported “${preset.label}”.`
    case 'version-added':
      return `Imported as version ${preset.versions.length} of “${preset.label}”.`
    case 'unchanged':
      return `“${preset.label}” already has these settings.`
  }
}
