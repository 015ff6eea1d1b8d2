curl --fail-with-body "$PLATEN_URL/v1/convert/pdf" -H "Authorization: Bearer $PLATEN_API_KEY" --json \
  '{"source": {"html": "<h1>Hello {{ name }}</h1>"}, "data": {"name": "Ada"}, "format": "A5"}' -o hello.pdf
