/** Keys for tests alone, as `npx web-push generate-vapid-keys --json` prints them. */
export const vapidKeys =
  '{"publicKey":"BL0ldrfAEkubASinXScRq1Wo-Fakha9FR6mfXJ-eWlKQGKG6giLthBkOiPHHfYOj0qSz9L7Axyzrp7oOBrKk3O4","privateKey":"N8iA-sgNywVk6jsdmbw10VJekrTFhF87-oar4kA1aiE"}'
