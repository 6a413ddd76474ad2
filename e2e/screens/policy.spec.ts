import { expect, test } from '../fixtures/app.ts'
import { expectAccessible } from './expect-accessible.ts'
import { goTo, openSample, reload } from './support.ts'

test('a task says how full a window is, and the policy is changed, inherited, refused at its field and kept', async ({
  page,
}) => {
  await test.step('a task says how full a window is, which someone can name', async () => {
    await openSample(page)
    await page.getByRole('button', { name: 'Context' }).click()
    const panel = page.getByRole('region', { name: 'Context' })
    await expect(panel.getByRole('textbox', { name: 'Window' })).toHaveAttribute('placeholder', /^[\d,]+$/)
    await expect(panel).toContainText('The window of the model anthropic/claude-sonnet-4.5')
    // Typed as a person does: on the way to a window stand figures that are too small for one.
    await panel.getByRole('textbox', { name: 'Window' }).pressSequentially('100')
    await expect(panel.getByText(/^At least/)).toBeVisible()
    await panel.getByRole('textbox', { name: 'Window' }).press('End')
    await page.keyboard.type('000')
    await expect(panel.getByRole('meter', { name: 'Use of the window' })).toHaveAttribute(
      'aria-valuenow',
      '100',
    )
    await expect(panel).toContainText(/81.808/)
    await panel.getByRole('textbox', { name: 'Window' }).fill('1000000')
    await expect(panel.getByRole('meter', { name: 'Use of the window' })).toHaveAttribute(
      'aria-valuenow',
      '11',
    )
    await expect(page.getByRole('button', { name: /^Context 11/ })).toBeVisible()
    await reload(page)
    await expect(page.getByRole('button', { name: /^Context 11/ })).toBeVisible()
  })
  await test.step('the policy is changed, with what does not fit at its field, and holds after a reload', async () => {
    await goTo(page, 'Settings')
    const form = page.getByRole('form', { name: 'Policy' })
    const day = form.getByRole('textbox', { name: 'Limit per day' })
    await day.fill('0')
    await expect(form.getByText('More than 0. Leave it empty for no limit.')).toBeVisible()
    await expect(form.getByRole('button', { name: 'Save' })).toBeDisabled()
    await expectAccessible(page)
    await day.fill('5')
    const alert = form.getByRole('textbox', { name: 'Alert above' })
    await alert.fill('')
    await expect(form.getByText('This is needed.')).toBeVisible()
    await alert.pressSequentially('0.05')
    await expect(alert).toHaveValue('0.05')
    await form.getByRole('slider', { name: 'Global threshold' }).focus()
    for (const _ of Array.from({ length: 25 })) await page.keyboard.press('ArrowLeft')
    await page.keyboard.press('Control+s')
    await expect(form.getByText('It applies to every run from now on.')).toBeVisible()
    await expect(page.getByRole('contentinfo', { name: 'Status' })).toContainText('of $5')
    await reload(page)
    await expect(day).toHaveValue('5')
    await expect(alert).toHaveValue('0.05')
    await expect(form.getByRole('slider', { name: 'Global threshold' })).toHaveAttribute(
      'aria-valuenow',
      '75',
    )

    await day.fill('7')
    await form.getByRole('button', { name: 'Discard' }).click()
    await expect(day).toHaveValue('5')
  })
  await test.step('a profile shows the threshold that it inherits', async () => {
    await goTo(page, 'Settings')
    await page.getByRole('slider', { name: 'Global threshold' }).focus()
    await page.keyboard.press('ArrowLeft')
    await page.keyboard.press('Control+s')
    await expect(page.getByText('It applies to every run from now on.')).toBeVisible()
    await goTo(page, 'Models')
    await page.getByRole('button', { name: 'Add a model' }).click()
    await page.getByRole('menuitem', { name: /^OpenAI/ }).click()
    await expect(page.getByText('The default in Settings is 74')).toBeVisible()
    await page.getByRole('switch', { name: /^Inherit/ }).uncheck()
    await expect(page.getByRole('slider', { name: 'Threshold of this profile' })).toBeEnabled()
  })
  await test.step('default provider, condensing prompt and budget of a task are chosen, and a profile inherits the prompt', async () => {
    await page.getByRole('button', { name: 'Discard' }).click()
    await goTo(page, 'Prompts')
    await page.getByRole('button', { name: 'Duplicate to edit' }).click()
    const dialog = page.getByRole('dialog', { name: 'New prompt' })
    await dialog.getByRole('textbox', { name: 'Name' }).fill('House rules')
    await dialog.getByRole('button', { name: 'Create' }).click()
    await expect(page.getByRole('heading', { name: 'House rules', level: 2 })).toBeVisible()
    await goTo(page, 'Settings')
    const form = page.getByRole('form', { name: 'Policy' })
    await form.getByRole('combobox', { name: 'Method' }).click()
    await page.getByRole('option', { name: 'Lossless', exact: true }).click()
    await form.getByRole('combobox', { name: 'Condensing prompt' }).click()
    await page.getByRole('option', { name: 'House rules' }).click()
    await form.getByRole('textbox', { name: 'Limit per task' }).fill('2')
    await page.keyboard.press('Control+s')
    await expect(form.getByText('It applies to every run from now on.')).toBeVisible()
    await reload(page)
    await expect(form.getByRole('combobox', { name: 'Method' })).toHaveValue('Lossless')
    await expect(form.getByRole('combobox', { name: 'Condensing prompt' })).toHaveValue('House rules')
    await expect(form.getByRole('textbox', { name: 'Limit per task' })).toHaveValue('2')
    await goTo(page, 'Models')
    await page.getByRole('button', { name: 'Add a model' }).click()
    await page.getByRole('menuitem', { name: /^OpenAI/ }).click()
    await expect(page.getByRole('combobox', { name: 'Condensing prompt' })).toHaveValue(
      'Inherit (House rules)',
    )
  })
  await test.step('the log says where it lies and takes what is chosen, and the doctor knows it', async () => {
    await page.getByRole('button', { name: 'Discard' }).click()
    await goTo(page, 'Settings')
    const log = page.getByRole('region', { name: 'Log' })
    await expect(log.getByText(/[/\\]logs$/)).toBeVisible()
    await log.getByRole('combobox', { name: 'Level of the log' }).click()
    await page.getByRole('option', { name: 'Warnings' }).click()
    await reload(page)
    await expect(log.getByRole('combobox', { name: 'Level of the log' })).toHaveValue('Warnings')
    await expect(page.getByRole('row', { name: /Log .*logs, level warn/ })).toBeVisible()
  })
})
