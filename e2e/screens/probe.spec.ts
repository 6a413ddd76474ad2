import { chmod, mkdir, writeFile } from 'node:fs/promises'
import { delimiter, dirname, join, resolve } from 'node:path'
import { startModelServer } from '../../scripts/agents/server/model-server.ts'
import { createNeedingScript } from '../../scripts/agents/server/needing-script.ts'
import { openAiChat } from '../../scripts/agents/server/open-ai-chat.ts'
import { makeProbedProject } from '../../src/main/features/probe/testing/probed-project.ts'
import { expect, test as base } from '../fixtures/app.ts'
import { rootFolder } from '../fixtures/folders.ts'
import { nodePath } from '../fixtures/node-path.ts'
import { expectAccessible } from './expect-accessible.ts'
import { goTo, openFolder } from './support.ts'

const agentFile = resolve(rootFolder, 'src/main/features/probe/testing/fake-agent.ts')

/** A person whose agent is a stand-in for pi, on the path of the host, and asks a model of the tests. */
const test = base.extend({
  folders: async ({ folders }, use) => {
    const probed = makeProbedProject(folders.home)
    const server = await startModelServer(
      openAiChat,
      createNeedingScript({
        needs: probed.needs,
        project: () => '',
        useTool: (act) =>
          act.kind === 'read'
            ? { name: 'read', input: { path: act.file } }
            : act.kind === 'write'
              ? { name: 'write', input: { path: act.file, content: act.text } }
              : null,
      }),
    )
    const program = join(folders.home, 'bin', 'pi')
    await mkdir(dirname(program))
    await writeFile(program, `#!/bin/sh\nexec "${nodePath}" "${agentFile}" "$@"\n`)
    await chmod(program, 0o755)
    const before = { ...process.env }
    Object.assign(process.env, {
      PATH: `${dirname(program)}${delimiter}${before['PATH'] ?? ''}`,
      FAKE_AGENT_URL: `http://127.0.0.1:${server.port}`,
      OPENAI_API_KEY: 'fake',
    })
    await use({ ...folders, home: probed.home })
    process.env = before
    await server.close()
  },
  isOwnProcess: true,
})

test('a condensation is probed from its page: planned, agreed to, run, and kept as an experiment', async ({
  page,
  folders,
}) => {
  await openFolder(page, join(folders.home, '.pi'))
  await page.getByRole('button', { name: 'Probe' }).click()
  const probe = page.getByRole('dialog', { name: 'Probe of condensation 1' })
  await probe.getByRole('textbox', { name: 'Forks of each' }).fill('1')
  await probe.getByRole('textbox', { name: 'Questions at the end' }).fill('1')
  await probe.getByRole('button', { name: 'Plan' }).click()
  await expect(probe.getByRole('region', { name: 'Plan' })).toContainText('-p')
  await expectAccessible(page, probe)
  await probe.getByRole('button', { name: /^Run \d+ forks/ }).click()
  const done = probe.getByRole('region', { name: 'What the agent did' })
  await expect(done).toContainText('Answers', { timeout: 30_000 })
  await expectAccessible(page, probe)
  await done.getByRole('link', { name: 'Figures, verdicts and report' }).click()
  await expect(page).toHaveURL(/\/experiment/)
  await expect(page.getByRole('heading', { level: 1 })).toContainText('Probe')
  await goTo(page, 'Activity')
  await expect(page.getByRole('table', { name: 'Runs' })).toContainText('Probe')
})
