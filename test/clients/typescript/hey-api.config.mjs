export default {
  input: process.env.DOCUMENT,
  output: { path: 'clients/hey-api', importFileExtension: '.js' },
  plugins: ['@hey-api/typescript', '@hey-api/sdk', '@hey-api/client-fetch'],
};
