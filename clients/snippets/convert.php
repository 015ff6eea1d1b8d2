<?php
$request = [
    'source' => ['html' => '<h1>Hello {{ name }}</h1>'],
    'data' => ['name' => 'Ada'],
    'format' => 'A5',
];
$answer = file_get_contents(getenv('PLATEN_URL') . '/v1/convert/pdf', false, stream_context_create(['http' => [
    'method' => 'POST',
    'header' => ['Authorization: Bearer ' . getenv('PLATEN_API_KEY'), 'Content-Type: application/json'],
    'content' => json_encode($request),
    'ignore_errors' => true, // The body of a refusal says what is wrong.
]]));
if (!is_string($answer) || !str_starts_with($answer, '%PDF-')) {
    $problem = json_decode((string) $answer, true);
    fwrite(STDERR, ($problem['error_code'] ?? 'no answer') . ': ' . ($problem['detail'] ?? '') . "\n");
    exit(1);
}
file_put_contents('hello.pdf', $answer);
